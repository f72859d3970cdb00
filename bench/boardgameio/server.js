// boardgame.io's own server with its in-memory storage, on a free port of 127.0.0.1; it prints its address.
"use strict";

const { Server } = require("boardgame.io/server");
const { game } = require("./game");

const server = Server({ games: [game], origins: [] });
server
  .run({ port: { host: "127.0.0.1", port: 0 } })
  .then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}`));
