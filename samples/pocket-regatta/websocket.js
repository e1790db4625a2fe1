// The server's half of WebSocket on a socket that node:http hands over. Whatever a client sends, or does not read, the worst that
// happens is that its own connection is closed with a reason.
import { createHash } from 'node:crypto';
import { closeFrame, createReader, frame, OP, ProtocolError } from './frames.js';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** A client that reads slower than we send misses messages until it has caught up. */
const SLOW_BYTES = 128 * 1024;
const CLOSE_MS = 1_000;

/** @typedef {{ onMessage?: (text: string) => void, onClose?: (reason: string) => void }} Listeners */
/** @typedef {ReturnType<typeof openConnection>} Connection */

/**
 * Answers the handshake. Undefined, and the socket gone, when it is none.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:stream').Duplex} socket
 * @param {Buffer} head
 */
export function acceptWebSocket(request, socket, head) {
  const { upgrade, 'sec-websocket-key': key = '', 'sec-websocket-version': version } = request.headers;
  socket.on('error', () => socket.destroy());
  if (upgrade?.toLowerCase() !== 'websocket' || Buffer.from(key, 'base64').length !== 16 || version !== '13') {
    socket.end('HTTP/1.1 426 Upgrade Required\r\nsec-websocket-version: 13\r\ncontent-length: 0\r\n\r\n');
    return undefined;
  }
  const accept = createHash('sha1').update(`${key}${MAGIC}`).digest('base64');
  const lines = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: Upgrade'];
  socket.write([...lines, `sec-websocket-accept: ${accept}`, '', ''].join('\r\n'));
  return openConnection(socket, head);
}

/** @param {import('node:stream').Duplex} socket @param {Buffer} head */
function openConnection(socket, head) {
  /** @type {Listeners} */
  const listeners = {};
  let isOpen = true;
  /** @param {string} reason */
  const ended = (reason) => {
    if (!isOpen) return;
    isOpen = false;
    listeners.onClose?.(reason);
  };
  /** @param {number} code @param {string} reason */
  const close = (code, reason) => {
    if (!isOpen) return;
    socket.end(closeFrame(code, reason));
    // One that does not read, or does not hang up, is not waited for.
    const force = setTimeout(() => socket.destroy(), CLOSE_MS);
    socket.once('close', () => clearTimeout(force));
    ended(reason);
  };
  const read = createReader({
    message: (text) => listeners.onMessage?.(text),
    control: (opcode, payload) => {
      if (opcode === OP.ping && isOpen && socket.writableLength < SLOW_BYTES) socket.write(frame(OP.pong, payload));
      if (opcode === OP.close) close(1000, 'left');
    },
  });
  /** @param {Buffer} chunk */
  const take = (chunk) => {
    try {
      if (isOpen) read(chunk);
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError)) throw thrown;
      close(thrown.code, thrown.message);
    }
  };
  socket.on('data', take).on('end', () => socket.end());
  socket.on('close', () => ended('lost'));
  if (head.length > 0) setImmediate(take, head);
  return {
    listeners,
    close,
    /** Left out when the client is behind: the next message says more than this one. @param {unknown} message */
    send: (message) => {
      if (!isOpen || socket.writableLength > SLOW_BYTES) return;
      socket.write(frame(OP.text, Buffer.from(JSON.stringify(message))));
    },
    /** Ends it at once, without a word. */
    drop: () => socket.destroy(),
  };
}
