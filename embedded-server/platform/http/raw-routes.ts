// Routes whose bodies are bytes: they get Node's own request and response, before anything has read a body.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** `run` may throw; as long as nothing was answered, that becomes the error body. */
export type RawRoute = {
  prefix: '/uploads/' | '/media/' | '/bundles/' | '/kept/' | '/devices/link/' | '/hosts/' | '/metrics';
  run(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** How long a refused sender may go on before its connection is cut; cut at once, it would miss the answer. */
const DRAIN_MS = 2_000;

export function registerRawRoutes(app: FastifyInstance, routes: readonly RawRoute[]): void {
  for (const { prefix, run } of routes) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${prefix}*`,
      exposeHeadRoute: false,
      config: { takesBigBody: true },
      onRequest: async (request, reply) => {
        const { raw } = reply;
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) raw.setHeader(name, value);
        try {
          await run(request.raw, raw);
          reply.hijack();
        } catch (thrown) {
          if (raw.headersSent) {
            reply.hijack();
            raw.destroy();
            return;
          }
          if (!request.raw.complete) drain(request.raw, raw);
          throw thrown;
        }
      },
      handler: () => {
        throw new Error('A raw route answers before its body is read');
      },
    });
  }
}

/** Reads on without keeping anything, so that the sender gets to see why it was refused. */
function drain(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
  request.resume();
  if (request.destroyed) return;
  const cut = setTimeout(() => request.destroy(), DRAIN_MS);
  // A request whose answer is out hears no more of its connection.
  request.socket.once('close', () => clearTimeout(cut));
}
