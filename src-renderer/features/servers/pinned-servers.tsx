// For an instance that does not list its servers: why, a field to add one by its id, and those that were added.
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { errorText, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { anyText } from '../../ui/type-guards.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { pastedServer } from './pasted-server.ts';
import { formatServer, serverGlyph, shortServerId, upOrEnd } from './server-format.ts';
import { followById, unfollow } from './servers-actions.ts';
import { useServers } from './servers-store.ts';
import { useServerNow } from './use-server-now.ts';

const { useDraft } = createDrafts('pin-server', anyText);

type Props = { place: NamespacePlace; openId: string | undefined; onOpen: (server_id: string) => void; why: string };

/** Of all that were added, those of this namespace. */
export function PinnedServers({ place, openId, onOpen, why }: Props) {
  const all = useServers((state) => state.pinned);
  const rows = all.filter((row) => row.game_id === place.game_id && row.environment_id === place.namespace_id);
  const now = useServerNow(place.instance_id, true);
  return (
    <div className="table-scroll">
      <AddServer place={place} onOpen={onOpen} why={why} />
      <ul className="pinned">
        {rows.map(({ server_id: id, server, problem }) => (
          <li key={id} className={classNames('pinned-row', id === openId && 'on')}>
            <button type="button" onClick={() => onOpen(id)}>
              <StateGlyph state={server === null ? 'idle' : serverGlyph(server)} />
              <span className="mono">{shortServerId(id)}</span>
              <span className="small grow cut">
                {errorText(problem) ?? (server === null ? t('Not read yet') : formatServer(server, now))}
              </span>
              <span className="small dim tn">{server === null ? '' : upOrEnd(server, now)}</span>
            </button>
            <IconButton
              icon="x"
              size="tiny"
              label={t('Take {id} off the list', { id: shortServerId(id) })}
              onClick={() => void unfollow({ ...place, server_id: id })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AddServer({ place, onOpen, why }: Omit<Props, 'openId'>) {
  const { draft: pasted, type, release } = useDraft(place.namespace_id, '');
  const add = async () => {
    const { id: server_id, namespace_id = place.namespace_id } = pastedServer(pasted);
    if (server_id === '') return t('Paste the id or the address of a server.');
    if (namespace_id !== place.namespace_id)
      return t('This server is in another namespace. Open that one, and paste it there.');
    const found = await followById({ ...place, server_id });
    if (found !== undefined) return found;
    release();
    onOpen(server_id);
    return undefined;
  };
  const { submit, isBusy, problem, forget } = useSubmit(add);
  return (
    <form className="pinned-add" noValidate onSubmit={submit}>
      <p className="small dim">{why}</p>
      <Field
        label={t('Id or address of a server')}
        name="server_id"
        value={pasted}
        errors={problem === undefined ? [] : [problem]}
        onValue={(next) => {
          type(next);
          forget();
        }}
      />
      <Button type="submit" icon="plus" busy={isBusy}>
        {t('Follow this server')}
      </Button>
    </form>
  );
}
