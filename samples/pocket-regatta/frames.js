// The frames of WebSocket (RFC 6455): bytes to messages, and messages to bytes. A client's frames are checked before anything of
// them is kept; what does not fit is a ProtocolError with the code to close with.

export const OP = { more: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa };
const KNOWN = new Set(Object.values(OP));
const MAX_MESSAGE = 4_096;
const MAX_CONTROL = 125;
/** In the seven bits of a length these two say that the length itself follows. */
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/** @typedef {{ opcode: number, isFinal: boolean, payload: Buffer, size: number }} Frame */

export class ProtocolError extends Error {
  /** @param {number} code @param {string} reason */
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

/**
 * Puts frames together from chunks, and messages from frames.
 * @param {{ message: (text: string) => void, control: (opcode: number, payload: Buffer) => void }} on
 * @returns {(chunk: Buffer) => void}
 */
export function createReader(on) {
  /** @type {Buffer} */
  let waiting = Buffer.alloc(0);
  /** @type {Buffer[] | undefined} */
  let parts;
  /** @param {Frame} frame */
  const takeData = ({ opcode, isFinal, payload }) => {
    if ((opcode === OP.more) === (parts === undefined)) throw new ProtocolError(1002, 'a part without its message');
    if (opcode === OP.binary) throw new ProtocolError(1003, 'this game speaks text');
    parts = [...(parts ?? []), payload];
    if (parts.reduce((sum, { length }) => sum + length, 0) > MAX_MESSAGE) throw tooLong();
    if (!isFinal) return;
    const bytes = Buffer.concat(parts);
    parts = undefined;
    on.message(decodeText(bytes));
  };
  return (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (let next = readFrame(waiting); next !== undefined; next = readFrame(waiting)) {
      waiting = waiting.subarray(next.size);
      if (next.opcode >= OP.close) on.control(next.opcode, next.payload);
      else takeData(next);
    }
  };
}

/** A frame of ours: whole, and without a mask, as servers send them. @param {number} opcode @param {Buffer} payload */
export function frame(opcode, payload) {
  const length = payload.length;
  const mark = length < TWO_BYTES ? length : length < 65_536 ? TWO_BYTES : EIGHT_BYTES;
  const head = Buffer.alloc(mark === EIGHT_BYTES ? 10 : mark === TWO_BYTES ? 4 : 2);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(mark, 1);
  if (mark === TWO_BYTES) head.writeUInt16BE(length, 2);
  if (mark === EIGHT_BYTES) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** @param {number} code @param {string} reason */
export function closeFrame(code, reason) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return frame(OP.close, Buffer.concat([bytes, Buffer.from(reason).subarray(0, MAX_CONTROL - 2)]));
}

/**
 * The first frame in these bytes, if all of it is there.
 * @param {Buffer} bytes
 * @returns {Frame | undefined}
 */
function readFrame(bytes) {
  if (bytes.length < 2) return undefined;
  const opcode = bytes.readUInt8(0) & 0x0f;
  const isFinal = (bytes.readUInt8(0) & 0x80) !== 0;
  const mark = bytes.readUInt8(1) & 0x7f;
  checkHead(bytes, opcode, isFinal, mark);
  const start = mark === TWO_BYTES ? 4 : 2;
  if (bytes.length < start) return undefined;
  const length = mark === TWO_BYTES ? bytes.readUInt16BE(2) : mark;
  if (length > MAX_MESSAGE) throw tooLong();
  const size = start + 4 + length;
  if (bytes.length < size) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const payload = Buffer.from(bytes.subarray(start + 4, size));
  for (let at = 0; at < length; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return { opcode, isFinal, payload, size };
}

/** @param {Buffer} bytes @param {number} opcode @param {boolean} isFinal @param {number} mark */
function checkHead(bytes, opcode, isFinal, mark) {
  const hasReserved = (bytes.readUInt8(0) & 0x70) !== 0;
  const isMasked = (bytes.readUInt8(1) & 0x80) !== 0;
  if (hasReserved || !KNOWN.has(opcode)) throw new ProtocolError(1002, 'an unknown frame');
  if (!isMasked) throw new ProtocolError(1002, 'a frame without a mask');
  if (opcode >= OP.close && (!isFinal || mark > MAX_CONTROL)) throw new ProtocolError(1002, 'a control frame too long');
  if (mark === EIGHT_BYTES) throw tooLong();
}

/** @param {Buffer} bytes */
function decodeText(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProtocolError(1007, 'text that is no UTF-8');
  }
}

function tooLong() {
  return new ProtocolError(1009, `messages have at most ${MAX_MESSAGE} bytes`);
}
