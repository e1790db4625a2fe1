// What a new token may do, where and for how long, as a person chooses it and as the core is asked for it.
import type { ComponentProps } from 'react';
import { z } from 'zod';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { type TokenRight, tokenRights } from '../../../src-shared/service/token-rights.ts';
import { t } from '../../text/t.ts';
import fieldStyles from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import type { NewToken } from './game-settings-actions.ts';

/** In the place of a namespace. */
const WHOLE = 'game';
const DAY_S = 86_400;
/** The lives to choose from, in days; 0 has no end. */
const lives = ['7', '30', '90', '365', '0'] as const;

/** What was chosen, kept as a draft. */
export const tokenScope = z.object({ may: z.enum(tokenRights), where: z.string(), days: z.enum(lives) });
export type TokenScope = z.infer<typeof tokenScope>;

export const usualScope: TokenScope = { may: 'push', where: WHOLE, days: '90' };

/** As the core is asked for it. An instance without limits has one kind for a game and one for a namespace. */
export function requestedScope({ may, where, days }: TokenScope, hasLimits: boolean): Omit<NewToken, 'name'> {
  const place = where === WHOLE ? {} : { namespace_id: where };
  const limits = days === '0' ? {} : { expires_in: Number(days) * DAY_S };
  return hasLimits ? { ...place, ...limits, can: [may] } : place;
}

type Props = { game: GameFull; hasLimits: boolean; scope: TokenScope; onScope: (scope: TokenScope) => void };

/** Where the instance knows no limits, only the place is chosen. */
export function TokenScopeFields({ game, hasLimits, scope, onScope }: Props) {
  const places = [
    { value: WHOLE, label: t('The whole game') },
    ...game.namespaces.map(({ namespace_id: value, name_id }) => ({
      value,
      label: hasLimits ? name_id : t('Builds and servers of {name_id}', { name_id }),
    })),
  ];
  const rights = tokenRights.map((value) => ({ value, label: rightText(value) }));
  const times = lives.map((value) => ({
    value,
    label: value === '0' ? t('Never') : t('After {n} days', { n: Number(value) }),
  }));
  const where = (
    <Chosen
      label={hasLimits ? t('For') : t('May use')}
      value={scope.where}
      options={places}
      onValue={(next) => onScope({ ...scope, where: next })}
    />
  );
  if (!hasLimits) return where;
  return (
    <>
      <Chosen label={t('May')} value={scope.may} options={rights} onValue={(may) => onScope({ ...scope, may })} />
      {where}
      <Chosen label={t('Expires')} value={scope.days} options={times} onValue={(days) => onScope({ ...scope, days })} />
    </>
  );
}

function Chosen<V extends string>(props: ComponentProps<typeof Select<V>>) {
  return (
    <div data-slot="field" className={fieldStyles.field}>
      <span data-slot="field-label" className={fieldStyles.label}>
        {props.label}
      </span>
      <Select {...props} />
    </div>
  );
}

/** What a right allows, in a few words. */
export function rightText(right: TokenRight): string {
  switch (right) {
    case 'read':
      return t('Only read');
    case 'push':
      return t('Upload builds and switch versions');
    case 'switch':
      return t('Switch versions');
    case 'servers':
      return t('Start and stop servers');
    case 'admin':
      return t('Everything');
  }
}
