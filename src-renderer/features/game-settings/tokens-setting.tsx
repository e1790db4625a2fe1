// The tokens of a game: made, listed without their secrets, and revoked. A new one's secret is shown once.
import { useCallback, useEffect, useState } from 'react';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Token } from '../../../src-shared/service/tokens.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import plateStyles from '../../ui/plate.module.css';
import { useNow } from '../../ui/use-now.ts';
import styles from './game-settings.module.css';
import { type GamePlace, readTokens, revokeToken } from './game-settings-actions.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { rightText } from './new-token-scope.tsx';

const MINUTE_MS = 60_000;

type Props = { place: GamePlace; game: GameFull; url: string; off: string | undefined; hasLimits: boolean };

/** Says plainly where an instance manages its tokens elsewhere. */
export function TokensSetting({ place, game, url, off, hasLimits }: Props) {
  const { tokens, failure, reload } = useTokens(place);
  const [isMaking, setMaking] = useState(false);
  return (
    <div>
      <div className={styles.bar}>
        <p className={classNames(shared.small, shared.dim)}>
          {t(
            'Tools sign in with a token. Give each what it needs, where it needs it, and a date after which it is worth nothing.',
          )}
        </p>
        <Button icon="key" disabledReason={off} onClick={() => setMaking(true)}>
          {t('Create a token')}
        </Button>
      </div>
      {failure !== undefined && <InlineError title={t('The tokens could not be read')}>{failure}</InlineError>}
      {tokens !== undefined && <TokenTable tokens={tokens} place={place} game={game} off={off} onChanged={reload} />}
      <NewTokenDialog
        open={isMaking}
        place={place}
        game={game}
        url={url}
        hasLimits={hasLimits}
        onMade={reload}
        onClose={() => setMaking(false)}
      />
    </div>
  );
}

function useTokens({ instance_id, game_id }: GamePlace) {
  const [tokens, setTokens] = useState<Token[]>();
  const [failure, setFailure] = useState<string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isOld = false;
    const read = async () => {
      try {
        const found = await readTokens({ instance_id, game_id });
        if (isOld) return;
        setTokens(found);
        setFailure(undefined);
      } catch (thrown) {
        if (!isOld) setFailure(asAppError(thrown).message);
      }
    };
    void read();
    return () => {
      isOld = true;
    };
  }, [instance_id, game_id, turn]);
  const reload = useCallback(() => setTurn((now) => now + 1), []);
  return { tokens, failure, reload };
}

type TableProps = Pick<Props, 'place' | 'game' | 'off'> & { tokens: readonly Token[]; onChanged: () => void };

function TokenTable({ tokens, place, game, off, onChanged }: TableProps) {
  if (tokens.length === 0) return <p className={classNames(shared.small, shared.faint)}>{t('No tokens yet.')}</p>;
  const names = new Map(game.namespaces.map((namespace) => [namespace.namespace_id, namespace.name_id]));
  return (
    <div className={plateStyles.plate}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Token')}</th>
            <th scope="col">{t('May')}</th>
            <th scope="col">{t('For')}</th>
            <th scope="col">{t('Made')}</th>
            <th scope="col">{t('Expires')}</th>
            <th scope="col">{t('Last used')}</th>
            <th scope="col" className={plateStyles.number}>
              <span className={shared.visuallyHidden}>{t('Revoke')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow
              key={token.token_id}
              token={token}
              place={place}
              off={off}
              onChanged={onChanged}
              scope={
                token.environment_id === undefined
                  ? t('the whole game')
                  : (names.get(token.environment_id) ?? t('a namespace'))
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<TableProps, 'tokens' | 'game'> & { token: Token; scope: string };

/** Asks once more, in the same place: what uses it stops working at once. */
function TokenRow({ token, scope, place, off, onChanged }: RowProps) {
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<string>();
  const revoke = async () => {
    if (!isSure) {
      setSure(true);
      return;
    }
    try {
      await revokeToken(place, token.token_id);
      onChanged();
    } catch (thrown) {
      setProblem(asAppError(thrown).message);
    }
  };
  const name = token.name === '' ? t('Without a name') : token.name;
  return (
    <tr>
      <th scope="row" className={classNames(styles.tokenName, shared.ellipsis)}>
        {name}
        {problem !== undefined && <span className={classNames(shared.bad, shared.small)}> {problem}</span>}
      </th>
      <td className={shared.dim}>{mayText(token)}</td>
      <td className={shared.dim}>{scope}</td>
      <td className={shared.faint}>{formatDate(Date.parse(token.create_ts))}</td>
      <Expiry at={token.expire_ts} />
      <td className={shared.faint}>
        {token.last_used_ts === undefined ? t('never') : formatDate(Date.parse(token.last_used_ts))}
      </td>
      <td className={plateStyles.number}>
        <Button small kind="bad" disabledReason={off} onBlur={() => setSure(false)} onClick={() => void revoke()}>
          {isSure ? t('Revoke {name} now', { name }) : t('Revoke')}
        </Button>
      </td>
    </tr>
  );
}

function mayText({ kind, can }: Token): string {
  if (can !== undefined) return can.map(rightText).join(', ');
  return kind === 'cloud' ? t('Everything') : t('Start and stop servers');
}

/** One that expired stays in the list, and says so. */
function Expiry({ at }: { at: string | undefined }) {
  const now = useNow(at !== undefined, MINUTE_MS);
  if (at === undefined) return <td className={shared.faint}>{t('never')}</td>;
  const moment = Date.parse(at);
  const isOver = moment <= now;
  return (
    <td className={isOver ? shared.bad : shared.faint}>
      {isOver ? t('expired {date}', { date: formatDate(moment) }) : formatDate(moment)}
    </td>
  );
}
