// Asks how the clients of a game are opened, shows what that comes to for this server, and keeps it for the game.
import { z } from 'zod';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import { type ClientPlace, readClientCommand } from '../../../../src-shared/servers/client-command.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import shared from '../../../design/shared.module.css';
import { rich } from '../../../text/rich.ts';
import { t, translate } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { createDrafts } from '../../../ui/drafts.ts';
import { Field } from '../../../ui/field.tsx';
import { useDraftForm } from '../../../ui/use-draft-form.ts';
import { unlessSecret } from '../storable-texts.ts';
import styles from './clients.module.css';
import { joinPlace, keepClientCommand, openClients, setClientDialog } from './clients-actions.ts';
import { useClients } from './clients-store.ts';

const anywhere: ClientPlace = { host: '127.0.0.1', port: 7777 };

const { useDraft } = createDrafts('client-command', z.string(), unlessSecret);

type Props = { target: ServerTarget; server: Server };

/** Is open while the store says so. */
export function CommandDialog({ target, server }: Props) {
  const isOpen = useClients(({ dialog, asked }) => dialog === 'command' && (asked ?? server.id) === server.id);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => setClientDialog(open ? 'command' : undefined, server.id)}
      title={t('Set up the game client')}
      text={t(
        'A program on this machine with its arguments, or a web address. It is saved for this game and runs without a shell.',
      )}
      wide
    >
      <Form target={target} server={server} />
    </Dialog>
  );
}

type AskedProps = { game: Pick<ServerTarget, 'instance_id' | 'game_id'>; servers: readonly Server[] };

/** The same for whichever of many servers it was asked on. */
export function AskedCommandDialog({ game, servers }: AskedProps) {
  const asked = useClients((state) => state.asked);
  const server = servers.find(({ id }) => id === asked);
  if (server === undefined) return null;
  const target = { ...game, namespace_id: server.environment, server_id: server.id };
  return <CommandDialog key={server.id} target={target} server={server} />;
}

/** They stand in the hint as they are typed. */
const places = { host: '{host}', port: '{port}', address: '{address}' };

function Form({ target, server }: Props) {
  const kept = useDraft(target.game_id, useClients.getState().command ?? '');
  const { draft: text } = kept;
  const place = joinPlace(server);
  const read = readClientCommand(text, place ?? anywhere);
  const close = () => setClientDialog(undefined, server.id);
  const send = async () => {
    const found = 'problem' in read ? translate(read.problem) : await keepClientCommand(target, text);
    if (found !== undefined) return found;
    close();
    if (place !== undefined) void openClients(target, server, 1);
    return undefined;
  };
  const { submit, isBusy, problem, change, cancel } = useDraftForm(kept, { send, close });
  return (
    <form noValidate onSubmit={submit}>
      <div className={dialogStyles.body}>
        <Field
          label={t('Command or address')}
          name="client_command"
          className={shared.mono}
          value={text}
          placeholder="/games/tidebreak/client --join {address}"
          hint={t(
            "{host}, {port} and {address} are replaced by the server's address. Put quotes around spaces.",
            places,
          )}
          errors={problem === undefined ? [] : [problem]}
          onValue={change}
        />
        {!('problem' in read) && <ComesTo read={read} />}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {place === undefined ? t('Save') : t('Save and open a client')}
        </Button>
      </div>
    </form>
  );
}

/** What would be run or opened, as it reads now. */
function ComesTo({ read }: { read: Exclude<ReturnType<typeof readClientCommand>, { problem: unknown }> }) {
  const isAsRoot = useClients((state) => state.isAsRoot) && read.kind !== 'link';
  return (
    <p className={classNames(styles.comesTo, shared.small, shared.dim)}>
      {rich('Runs {command}', {
        command: (
          <span className={shared.mono}>
            {read.kind === 'link' ? read.url : [read.program, ...read.arguments].join(' ')}
          </span>
        ),
      })}
      {isAsRoot && ' '}
      {isAsRoot && <span>{t('Slipway runs as root, so this program does too.')}</span>}
    </p>
  );
}
