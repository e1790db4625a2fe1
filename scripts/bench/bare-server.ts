// A worker thread with the least that node:http needs to answer one JSON body: what the service is measured against.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const body = String(workerData);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') parentPort?.postMessage(address.port);
});
parentPort?.once('message', () => {
  server.close();
  server.closeAllConnections();
  parentPort?.close();
});
