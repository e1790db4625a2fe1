// An example lane with call-outs: what a game will look like here. A picture, not a control.
import { Icon } from '../../design/icons.tsx';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import { ghostLine } from './ghost-players.ts';

const days = [
  ['14 Nov', '5.6%'],
  ['15', '19.9%'],
  ['16', '34.2%'],
  ['17', '48.5%'],
  ['18', '62.8%'],
  ['19', '77%'],
] as const;

/** The call-outs are read out; the example itself is not, since nothing in it is real. */
export function GhostLane() {
  return (
    <section className="anat" aria-labelledby="anat-title">
      <h2 id="anat-title">{t('What a game will look like here')}</h2>
      <div className="ghost">
        <p className="callout up c-namespace">
          <b>{t('Namespace')}</b>
        </p>
        <p className="callout up c-history">
          {rich('{history} with the players on each version. Click one to roll back.', {
            history: <b>{t('History')}</b>,
          })}
        </p>
        <p className="callout up c-now">
          <b>{t('Right now')}</b>
        </p>
        <Lane />
        <p className="callout dn c-version">
          {rich('{version} Each namespace runs exactly one. Drag another one here to switch.', {
            version: <b>{t('Version')}</b>,
          })}
        </p>
        <p className="callout dn c-remote">
          {rich('{same} Production shows this lane too, with its own servers, versions and players.', {
            same: <b>{t('Same on a remote')}</b>,
          })}
        </p>
        <p className="callout dn end c-servers">
          {rich('{servers} Started on demand. Select one for its log, ports and limits.', {
            servers: <b>{t('Servers')}</b>,
          })}
        </p>
      </div>
    </section>
  );
}

function Lane() {
  return (
    <div className="lane" aria-hidden="true">
      <div className="lane-id">
        <div className="lane-name">
          <StateGlyph state="idle" />
          staging
        </div>
        <div className="ver">v0.2.0</div>
        <div className="since">{t('since today')}</div>
        <span className="btn btn-sm">
          {t('Switch version')}
          <Icon name="chevron-down" size={12} />
        </span>
      </div>
      <Timeline />
      <div className="lane-run">
        <div>
          <small>{t('Players')}</small>
          <b className="tn">11</b>
        </div>
        <div>
          <small>{t('Servers')}</small>
          <b className="tn">3</b>
        </div>
        <div className="pips">
          <StateGlyph state="idle" />
          <StateGlyph state="idle" />
          <StateGlyph state="idle" />
        </div>
      </div>
    </div>
  );
}

function Timeline() {
  return (
    <div className="tape">
      <div className="tape-chart">
        <svg viewBox="0 0 400 100" preserveAspectRatio="none">
          <path d="M171.4 0V100M262.9 0V100" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
          <path d={`${ghostLine}L400 100L0 100Z`} fill="var(--bg-hover)" />
          <path
            d={ghostLine}
            fill="none"
            stroke="var(--line-strong)"
            strokeWidth="1.4"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span className="tape-max">16</span>
      </div>
      <div className="reigns">
        <span className="reign">v0.1.0</span>
        <span className="reign">
          v0.1.1
          <Icon name="undo" size={12} />
        </span>
        <span className="reign now">v0.2.0</span>
      </div>
      <div className="ticks">
        {days.map(([day, left]) => (
          <span key={day} style={{ left }}>
            {day}
          </span>
        ))}
        <span className="ticks-now">{t('now')}</span>
      </div>
    </div>
  );
}
