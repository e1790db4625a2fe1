// npm run dev:browser: the window from Vite with hot reload, in front of a browser shell that restarts as its sources change.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, type ProxyOptions } from 'vite';
import { devStyles } from './dev-styles.ts';
import { projectRoot, say } from './setup/project.mjs';

const windowPort = 5173;
const shellPort = 5174;

export async function main(args: string[]): Promise<void> {
  const entry = path.join(projectRoot, 'scripts/dev-browser/shell.ts');
  const shell = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', entry, `--window-port=${shellPort}`, '--no-open', ...args],
    {
      cwd: projectRoot,
      stdio: ['inherit', 'pipe', 'inherit'],
      // The window stays while its shell restarts, so its session does too.
      env: { ...process.env, SLIPWAY_DEV_SECRET: randomBytes(32).toString('base64url') },
    },
  );
  // The shell prints links to its own port; the window of this session is Vite's.
  shell.stdout.on('data', (text: Buffer) => {
    process.stdout.write(text.toString().replaceAll(`127.0.0.1:${shellPort}`, `127.0.0.1:${windowPort}`));
  });
  const server = await createServer({
    configFile: false,
    root: path.join(projectRoot, 'src-renderer'),
    plugins: [react(), devStyles()],
    server: {
      host: '127.0.0.1',
      port: windowPort,
      strictPort: true,
      // As patterns, since the window's own sources have a folder named bridge.
      proxy: {
        '^/bridge$': toShell({ ws: true }),
        '^/session$': toShell({}),
        '^/copies(/|$)': toShell({}),
        '^/pictures\\?': toShell({}),
      },
    },
  });
  await server.listen();
  say(
    `Vite serves the window on port ${windowPort}, before the shell on ${shellPort}. Open the link that the shell prints.`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      shell.kill();
      void server.close().then(() => process.exit());
    });
  }
}

/** The shell accepts only its own host and origin, so both are rewritten on the way. */
function toShell(more: ProxyOptions): ProxyOptions {
  const target = `http://127.0.0.1:${shellPort}`;
  return { target, changeOrigin: true, rewriteWsOrigin: true, headers: { origin: target }, ...more };
}
