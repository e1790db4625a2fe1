// Packets that go out together, once all that came in is read: going back and forth between the two for each packet costs a tenth.

export type Outbox = {
  add(packet: Buffer): void;
  /** What waits goes nowhere. */
  drop(): void;
};

let due: (() => void)[] = [];

function sendAllDue(): void {
  const all = due;
  due = [];
  for (const send of all) send();
}

/** In the order in which they were added. */
export function createOutbox(send: (packet: Buffer) => void): Outbox {
  let waiting: Buffer[] = [];
  const sendAll = () => {
    const all = waiting;
    waiting = [];
    for (const packet of all) send(packet);
  };
  return {
    add: (packet) => {
      if (waiting.push(packet) > 1) return;
      if (due.push(sendAll) === 1) setImmediate(sendAllDue);
    },
    drop: () => {
      waiting = [];
    },
  };
}
