// Debian's nginx as a receiver to be measured against: it stores what is PUT, without a check. It gets a folder and a
// configuration of its own, and ends with the measure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type Receiver = { pid: number; url: string; stop(): Promise<void> };

export const howToInstall = 'install nginx with "apt-get install nginx-light"';

export async function startNginx(folder: string): Promise<Receiver> {
  const port = await freePort();
  await mkdir(path.join(folder, 'stored'), { recursive: true });
  await writeFile(path.join(folder, 'nginx.conf'), configOf(port));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'errors'], { stdio: 'ignore' });
  await once(nginx, 'spawn');
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(url);
  const stop = async () => {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
  };
  return { pid: nginx.pid ?? 0, url, stop };
}

function configOf(port: number): string {
  const places = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    return `${name === 'body' ? 'client_body' : name}_temp_path ${name};`;
  });
  return `daemon off; pid pid; worker_processes auto; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; client_max_body_size 0; ${places.join(' ')}
  server { listen 127.0.0.1:${port}; location / { root stored; dav_methods PUT; create_full_put_path on; } }
}
`;
}

async function untilAnswered(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
    if (response !== undefined) {
      await response.text();
      return;
    }
    await wait(50);
  }
  throw new Error('nginx does not answer; see the file "errors" in its folder');
}
