// The load generator: two sockets at each table, each playing a random legal column as soon as it is its turn.
// The same code plays on both servers; only opening a table and the format of messages differ.
//
//   node client.js '{"server": "parlour", "address": "http://127.0.0.1:8000", "live": 100, "moving": 100, "pace": 0,
//                    "again": "table", "warm": 1, "seconds": 5, "limit": 60}'
//
// It prints a line of JSON at the end of each phase, and continues when it reads a line: `warm` (one table has played),
// `live` (all tables are open, nobody moves), `moving` (some have moved for a while; counting starts with the line
// read), `counted` (with the counts). The reader can thus measure the server in between.
"use strict";

const readline = require("node:readline");
const { io } = require("socket.io-client");
const WebSocket = require("ws");

const task = JSON.parse(process.argv[2]);
const OPENING_IN_PARALLEL = 16;
const PING_EVERY = 30_000; // Parlour closes a socket that is silent for two minutes
const ROWS = 6;

const RUN = Math.random().toString(36).slice(2, 10).padEnd(8, "0"); // so that runs on one server never share names

const now = () => performance.now();
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function fail(sentence) {
  console.error(`client: ${sentence}`);
  process.exit(1);
}

let pace = 0; // moves per second at each active table; 0: as fast as possible
let isStopping = false; // whether to stop after the current games
let opened = 0; // open tables
let numbered = 0; // tables opened so far
const count = { acknowledged: 0, delivered: 0, games: 0, microseconds: [] };

/** Two seats in lockstep. A subclass for each server has open, drop, next and close, and calls `screen`. */
class Table {
  isMoving = false;
  isClosed = false;
  sent = 0; // the number of moves including the one that was sent last
  sender = -1;
  sentAt = 0;
  isDelivered = true;
  unacknowledged = [0, 0]; // for each seat, the `sent` of its own move that it has not seen yet, or 0
  ended = new Set(); // seats that have seen the end
  turn = null; // the seat to move, with what it needs to know
  due = 0; // with a pace: when to send the next move
  timer = null;

  /** A seat sees a match of `moves` moves; `columns` are those it may choose, [] unless it is to move. */
  screen(seat, moves, columns, isOver) {
    if (this.unacknowledged[seat] && moves >= this.unacknowledged[seat]) {
      this.unacknowledged[seat] = 0;
      count.acknowledged += 1;
    }
    if (!this.isDelivered && moves === this.sent && seat !== this.sender) {
      this.isDelivered = true;
      count.delivered += 1;
      count.microseconds.push(Math.round((now() - this.sentAt) * 1000));
    }
    if (isOver) {
      this.ended.add(seat);
      if (this.ended.size === 2 && this.isMoving) this.again();
    } else if (columns.length > 0 && moves >= this.sent) {
      this.turn = { seat, moves, columns };
      if (this.isMoving) this.move();
    }
  }

  start(due) {
    this.isMoving = true;
    this.due = due;
    if (this.turn) this.move();
  }

  move() {
    const wait = pace ? this.due - now() : 0;
    if (wait <= 0) {
      this.send();
    } else if (this.timer === null) {
      this.timer = setTimeout(() => this.send(), wait);
    }
  }

  send() {
    this.timer = null;
    if (this.turn === null || this.isClosed) return;
    const { seat, moves, columns } = this.turn;
    this.turn = null;
    if (pace) this.due = Math.max(this.due + 1000 / pace, now());
    this.sent = moves + 1;
    this.sender = seat;
    this.isDelivered = false;
    this.unacknowledged[seat] = this.sent;
    this.sentAt = now();
    this.drop(seat, columns[Math.floor(Math.random() * columns.length)], moves);
  }

  /** After a game: play the next one, at this table or at a new one. */
  again() {
    this.isMoving = false;
    count.games += 1;
    if (isStopping || task.again === "table") {
      this.close();
      opened -= 1;
      if (!isStopping) openTable().then((table) => table.start(this.due), (problem) => fail(problem.stack));
      return;
    }
    this.sent = 0;
    this.sender = -1;
    this.turn = null;
    this.ended.clear();
    this.next().then(() => this.start(this.due), (problem) => fail(problem.stack));
  }
}

class ParlourTable extends Table {
  match = 1;
  places = [0, 1]; // the seat of each socket; a rematch may change it

  async open(number) {
    const answer = await fetch(`${task.address}/api/tables`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-visitor": visitor(number, 0) },
      body: JSON.stringify({ game: "connect_four", seats: [{ who: "me" }, { who: "me" }] }),
    });
    if (answer.status !== 201) throw new Error(`opening a table failed with ${answer.status}: ${await answer.text()}`);
    const opened = await answer.json();
    const mine = opened.seats.toSorted((one, other) => one.seat - other.seat);
    const address = `${task.address.replace("http", "ws")}/api/tables/${opened.table.id}/socket`;
    this.sockets = mine.map(() => new WebSocket(address));
    await Promise.all(this.sockets.map((socket, place) => this.greet(socket, place, mine[place].token, number)));
    this.pings = setInterval(() => this.sockets.forEach((socket) => socket.send('{"type":"ping"}')), PING_EVERY);
  }

  /** Send hello, and resolve at the first state. */
  greet(socket, place, token, number) {
    return new Promise((resolve) => {
      socket.on("open", () =>
        socket.send(JSON.stringify({ type: "hello", tokens: [token], visitor: visitor(number, place) })),
      );
      socket.on("message", (text) => {
        if (this.isClosed) return;
        const message = JSON.parse(text);
        if (message.type === "error") fail(`${message.code}: ${message.sentence}`);
        if (message.type !== "state") return;
        this.show(message, place);
        resolve();
      });
      socket.on("close", (code) => this.isClosed || fail(`Parlour closed a socket with ${code}`));
      socket.on("error", (problem) => this.isClosed || fail(problem.message));
    });
  }

  show({ match, seat, view, history, status, branch }, place) {
    if (match < this.match) return;
    this.match = match;
    this.branch = branch;
    this.places[place] = seat;
    const columns = status === "playing" ? (view.legal ?? []) : [];
    this.screen(place, history.start + history.moves.length, columns, status === "over");
  }

  drop(place, text, moves) {
    const { match, branch } = this;
    const move = { type: "move", seat: this.places[place], branch, turn: Math.floor(moves / 2), text, match };
    this.sockets[place].send(JSON.stringify(move));
  }

  async next() {
    this.match += 1; // states of the old match that still arrive are ignored
    this.sockets.forEach((socket, place) => socket.send(JSON.stringify({ type: "rematch", seat: this.places[place] })));
  }

  close() {
    this.isClosed = true;
    clearInterval(this.pings);
    this.sockets.forEach((socket) => socket.close());
  }
}

function visitor(number, place) {
  return `bench-${RUN}-${String(number).padStart(8, "0")}-${place}`;
}

class BoardgameioTable extends Table {
  games = 0;

  async open(number) {
    this.number = number;
    this.sockets = [0, 1].map(() =>
      io(`${task.address}/connect-four`, { transports: ["websocket"], forceNew: true, reconnection: false }),
    );
    await Promise.all(this.sockets.map((socket, place) => this.greet(socket, place)));
    await this.sync();
  }

  greet(socket, place) {
    return new Promise((resolve) => {
      socket.on("connect", resolve);
      socket.on("connect_error", (problem) => this.isClosed || fail(problem.message));
      socket.on("disconnect", (reason) => this.isClosed || fail(`boardgame.io closed a socket: ${reason}`));
      socket.on("update", (matchID, state) => this.show(matchID, state, place));
    });
  }

  /** A match is created by the first request for it. */
  async sync() {
    this.matchID = `${RUN}-${this.number}-${this.games}`;
    for (const [place, socket] of this.sockets.entries()) {
      const answer = new Promise((resolve) => {
        socket.once("sync", (matchID, { state }) => resolve(state));
      });
      socket.emit("sync", this.matchID, String(place), undefined, 2);
      this.show(this.matchID, await answer, place);
    }
  }

  show(matchID, state, place) {
    if (this.isClosed || matchID !== this.matchID) return;
    const { G, ctx, _stateID } = state;
    const columns = [];
    if (ctx.currentPlayer === String(place)) {
      G.columns.forEach((discs, column) => discs.length < ROWS && columns.push(column));
    }
    this.screen(place, _stateID, columns, ctx.gameover !== undefined); // each move increments the state id
  }

  drop(place, column, moves) {
    const playerID = String(place);
    const payload = { type: "drop", args: [column], playerID };
    this.sockets[place].emit("update", { type: "MAKE_MOVE", payload }, moves, this.matchID, playerID);
  }

  async next() {
    this.games += 1;
    await this.sync();
  }

  close() {
    this.isClosed = true;
    this.sockets.forEach((socket) => socket.disconnect());
  }
}

async function openTable() {
  const table = task.server === "parlour" ? new ParlourTable() : new BoardgameioTable();
  opened += 1;
  numbered += 1;
  await table.open(numbered);
  return table;
}

async function openTables(many) {
  const tables = [];
  let left = many;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      tables.push(await openTable());
    }
  };
  await Promise.all(Array.from({ length: OPENING_IN_PARALLEL }, one));
  return tables;
}

const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function report(phase, facts = {}) {
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify({ phase, ...facts })}\n`, resolve));
  if ((await lines.next()).done) process.exit(1); // the reader is gone
}

async function main() {
  setTimeout(() => fail(`not done after ${task.limit} seconds`), task.limit * 1000);
  const first = await openTable();
  first.start(0);
  await sleep(task.warm * 1000);
  isStopping = true;
  while (opened > 0) await sleep(10);
  isStopping = false;
  await report("warm");

  const began = now();
  const tables = await openTables(task.live);
  await report("live", { opening: (now() - began) / 1000 });

  pace = task.pace;
  tables.slice(0, task.moving).forEach((table) => table.start(now() + (pace ? (Math.random() * 1000) / pace : 0)));
  await sleep(task.warm * 1000);
  await report("moving");

  Object.assign(count, { acknowledged: 0, delivered: 0, games: 0, microseconds: [] });
  const before = process.cpuUsage();
  const start = now();
  await sleep(task.seconds * 1000);
  const seconds = (now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const counts = structuredClone(count);
  await report("counted", { seconds, cpu: (user + system) / 1e6, ...counts });
  process.exit(0);
}

main().catch((problem) => fail(problem.stack));
