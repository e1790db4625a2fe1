// A receiver that takes everything and keeps nothing, for the send measure.
import { createServer } from 'node:net';

/** Past node:http, so that it is nobody's bottleneck: reads the head, counts the body, answers. */
const server = createServer((socket) => {
  let head = '';
  let left = -1;
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    let bytes = chunk.length;
    if (left === -1) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      bytes = head.length - end - 4;
    }
    left -= bytes;
    if (left > 0) return;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('message', () => process.exit(0));
