import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";

import.meta.glob("../../parlour/games/*/web/theme.css", { eager: true });

mount(App, { target: document.getElementById("app")! });
