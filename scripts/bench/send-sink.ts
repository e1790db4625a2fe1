// A receiver that takes everything and keeps nothing, for the send measure.
import { createServer, type Socket } from 'node:net';
import { openSocket, takeHandle } from '../../embedded-server/platform/sockets/connection-handle.ts';

const buffer = Buffer.allocUnsafeSlow(1_048_576);

/** Past node:http and into one buffer again and again, so that it is nobody's bottleneck: reads the head, counts the body, answers. */
const server = createServer((shell: Socket) => {
  const handle = takeHandle(shell);
  if (handle === undefined) throw new Error('This Node keeps its handles elsewhere');
  let head = '';
  let left = -1;
  const socket = openSocket(handle, {
    buffer,
    callback: (bytes) => {
      take(bytes);
      return true;
    },
  });
  const take = (count: number) => {
    let bytes = count;
    if (left === -1) {
      head += buffer.toString('latin1', 0, count);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      bytes = head.length - end - 4;
    }
    left -= bytes;
    if (left > 0) return;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
  };
  socket.on('error', () => {});
  socket.on('close', () => shell.destroy());
  socket.resume();
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('message', () => process.exit(0));
