// Follows clients, opens them, and asks for crash bundles. Each request says its own failure.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import { bareHost } from '../../../../src-shared/host-address.ts';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import type { ClientView, SavedBundle } from '../../../../src-shared/servers/clients-bridge.ts';
import type { BundleFile } from '../../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import type { Sentence } from '../../../../src-shared/text/message.ts';
import { client } from '../../../bridge/client.ts';
import { phrase, plural, translate } from '../../../text/t.ts';
import { formatFileSize } from '../../../ui/format.ts';
import { say } from '../../../ui/notices/notices-actions.ts';
import { withoutAnsi } from '../log/ansi.ts';
import { useClients } from './clients-store.ts';

/** Mirrors the clients, and how those of a game are opened, until the answer is called. */
export function followClients(instance_id: string, game_id: string): () => void {
  useClients.setState({ command: undefined });
  const game = { instance_id, game_id };
  let known: ReadonlySet<string> | undefined;
  const take = (clients: ClientView[]) => {
    const failed = clients.filter((one) => one.failed !== undefined);
    // Those that failed before somebody looked were told then.
    if (known !== undefined) for (const one of failed) if (!known.has(one.id)) sayFailed(one);
    known = new Set(failed.map(({ id }) => id));
    useClients.setState({ clients });
  };
  const stops = [
    client.subscribe('servers.clients', {}, { next: take }),
    client.subscribe('servers.clientCommand', game, {
      next: ({ command, as_root: isAsRoot = false }) => useClients.setState({ command, isAsRoot }),
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Its tile is on the page of its server alone, and it may be opened from others. */
function sayFailed({ label, ending, failed, lines }: ClientView): void {
  const written = lines.findLast(({ is_error: isError }) => isError)?.text;
  const why = translate(failed?.hint) ?? (written === undefined ? undefined : withoutAnsi(written));
  const detail = [translate(ending), why].filter(Boolean).join(' ');
  say({ state: 'failed', title: phrase('Client {label} did not start', { label }), detail }, [], { subject: 'client' });
}

/** Opens a dialog about clients or the crash bundle, or closes it. */
export function setClientDialog(dialog: 'command' | 'bundle' | undefined, server_id?: string): void {
  useClients.setState({ dialog, asked: server_id });
}

/** Where a client joins a server: its first port that can be reached, a web port first if preferred. */
export function joinPlace(server: Server): { host: string; port: number } | undefined {
  for (const { public_hostname: host, public_port: port } of Object.values(server.network.ports)) {
    if (host !== undefined && port !== undefined) return { host: bareHost(host), port };
  }
  return undefined;
}

/** Keeps how the clients of a game are opened. Answers what is wrong, if it was not kept. */
export async function keepClientCommand(target: ServerTarget, command: string): Promise<string | undefined> {
  const { instance_id, game_id } = target;
  try {
    await client.call('servers.setClientCommand', { instance_id, game_id, command });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

/** Opens what stands for a client of a server, unless one opens there already; the button shows it until it is answered. */
export async function whileOpening(server_id: string, run: () => Promise<void>): Promise<void> {
  const { opening } = useClients.getState();
  if (opening.has(server_id)) return;
  useClients.setState({ opening: new Set([...opening, server_id]) });
  await run();
  useClients.setState(({ opening: now }) => ({ opening: new Set([...now].filter((id) => id !== server_id)) }));
}

/** Opens so many clients on a server. */
export async function openClients(target: ServerTarget, server: Server, count: number): Promise<void> {
  const place = joinPlace(server);
  if (place === undefined) return;
  await whileOpening(server.id, async () => {
    try {
      await client.call('servers.openClients', { ...target, ...place, count });
    } catch (thrown) {
      say({ state: 'failed', title: phrase('The client could not be opened'), detail: asAppError(thrown).toMessage() });
    }
  });
}

/** Ends a client. */
export async function stopClient(clientId: string): Promise<void> {
  try {
    await client.call('servers.stopClient', { client_id: clientId });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The client could not be ended'), detail: asAppError(thrown).toMessage() });
  }
}

/** Takes the clients that ended off the list. */
export async function forgetClients(): Promise<void> {
  try {
    await client.call('servers.forgetClients', {});
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The list could not be cleared'), detail: asAppError(thrown).toMessage() });
  }
}

/** What a crash bundle would hold. Throws a sentence. */
export function previewBundle(target: ServerTarget): Promise<{ files: BundleFile[]; notes: Sentence[] }> {
  return client.call('servers.previewBundle', target);
}

/** Saves a crash bundle without these files. Answers what is wrong, if it was not saved. */
export async function saveBundle(target: ServerTarget, leaveOut: string[]): Promise<string | undefined> {
  try {
    tell(await client.call('servers.saveBundle', { ...target, leave_out: leaveOut }), leaveOut.length);
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

function tell(saved: SavedBundle, left: number): void {
  if (saved.outcome === 'saved') {
    say({ state: 'done', title: phrase('Crash bundle saved'), detail: formatSaved(saved.file, left) });
  } else if (saved.outcome === 'download') {
    // The service says that it is a file to keep, so the page stays.
    Object.assign(document.createElement('a'), { href: saved.url, download: '' }).click();
    say({
      state: 'done',
      title: phrase('Crash bundle downloaded'),
      detail: formatSaved(formatFileSize(saved.bytes), left),
    });
  }
}

function formatSaved(name: string, left: number): string {
  return left === 0 ? name : plural(left, '{name}, without {n} file', '{name}, without {n} files', { name });
}
