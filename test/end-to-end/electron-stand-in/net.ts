// The stand-in's way into the network, over Node's: requests as Electron's `net` has them, with Chromium's words for what fails.
import { EventEmitter } from 'node:events';
import { type RequestOptions, request } from 'node:http';

const chromiumWords: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
};

class ClientRequest extends EventEmitter {
  private readonly sent: ReturnType<typeof request>;

  constructor({ session: _session, redirect: _redirect, ...options }: RequestOptions & Record<string, unknown>) {
    super();
    this.sent = request(options as RequestOptions);
    this.sent.on('response', (response) => this.emit('response', response));
    this.sent.on('error', (error: NodeJS.ErrnoException) =>
      this.emit('error', new Error(chromiumWords[error.code ?? ''] ?? error.message)),
    );
  }

  end = (body?: string) => void this.sent.end(body);
  abort = () => void this.sent.destroy();
}

export const net = { request: (options: RequestOptions & Record<string, unknown>) => new ClientRequest(options) };
