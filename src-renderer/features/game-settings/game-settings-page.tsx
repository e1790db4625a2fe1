// The settings of a game: names, pictures, ids, tokens, devices that wait for one, and what tools need to reach it.
import type { ReactNode } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { hashOf } from '../../routes/routes.ts';
import { rich } from '../../text/rich.ts';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDate } from '../../ui/format.ts';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { DeviceLinkSetting } from './device-link-setting.tsx';
import { EnvView } from './env-view.tsx';
import styles from './game-settings.module.css';
import { NamesForm } from './names-form.tsx';
import { PictureSetting } from './picture-setting.tsx';
import { TokensSetting } from './tokens-setting.tsx';

type Props = { instance: InstanceView; game: GameFull };

/** What the instance cannot do is said where it would be. */
export function GameSettingsPage({ instance, game }: Props) {
  const off = whyCannotChange(instance);
  const { why_not: whyNot = {}, url = '' } = instance;
  const place = { instance_id: instance.id, game_id: game.game_id };
  return (
    <div data-slot="settings" className={classNames(styles.page, settingsPageStyles.page)}>
      <Section id="names" title={t('Names')}>
        <NamesForm
          key={`${game.display_name} ${game.name_id}`}
          instance_id={instance.id}
          game={game}
          off={off ?? translate(whyNot.update_game)}
        />
      </Section>
      <Section id="pictures" title={t('Pictures')}>
        <PictureSetting kind="logo" place={place} url={game.logo_url} off={off} />
        <PictureSetting kind="banner" place={place} url={game.banner_url} off={off ?? translate(whyNot.set_banner)} />
      </Section>
      <Section id="ids" title={t('Ids')}>
        <Ids instance={instance} game={game} />
      </Section>
      <Section id="tokens" title={t('Tokens')}>
        {whyNot.tokens === undefined ? (
          <TokensSetting
            place={place}
            game={game}
            url={url}
            off={off}
            hasLimits={whyNot.limited_tokens === undefined}
          />
        ) : (
          <p className={classNames(styles.why, shared.small, shared.dim)}>{translate(whyNot.tokens)}</p>
        )}
      </Section>
      <Section id="device" title={t('Link a device')}>
        <DeviceLinkSetting place={place} gameName={game.display_name} off={off ?? whyCannotLink(instance)} />
      </Section>
      <Section id="tools" title={t('For tools and engines')}>
        <p className={classNames(styles.why, shared.small, shared.dim)}>
          {t('Connect an editor, a script or a build machine to this game with a token.')}
        </p>
        <EnvView
          facts={{ url, game_id: game.game_id, namespace_id: game.namespaces[0]?.namespace_id, token: undefined }}
        />
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`gset-${id}`}>
      <h2 id={`gset-${id}`}>{title}</h2>
      {children}
    </section>
  );
}

function Ids({ instance, game }: Props) {
  const ids: [string, string, string][] = [
    [t('Game'), game.game_id, t('Copy game id')],
    ...game.namespaces.map(({ name_id: name, namespace_id: id }): [string, string, string] => [
      ...([name, id, t('Copy the id of {name}', { name })] as const),
    ]),
    [t('Group'), game.developer_group_id, t('Copy group id')],
  ];
  return (
    <>
      <dl className={styles.ids}>
        {ids.map(([name, id, label]) => (
          <div key={`${name} ${id}`}>
            <dt>{name}</dt>
            <dd>
              <span className={classNames(shared.mono, shared.selectable)}>{id}</span>
              <CopyButton text={id} label={label} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classNames(shared.small, shared.dim)}>
        {rich('Created {date}. {see}', {
          date: formatDate(Date.parse(game.create_ts)),
          see: (
            <a
              className={shared.link}
              href={hashOf({ page: 'group', instance_id: instance.id, group_id: game.developer_group_id })}
            >
              {t('See its group and billing')}
            </a>
          ),
        })}
      </p>
    </>
  );
}

/** Only who owns the instance may link devices. */
function whyCannotLink(instance: InstanceView): string | undefined {
  if (instance.kind === 'local' || instance.token_kind === undefined || instance.token_kind === 'owner')
    return undefined;
  return t('The token of {name} may not link devices', { name: instance.name });
}
