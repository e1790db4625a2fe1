// The block that a tool needs to reach the game, to be copied: for shells, files and engines.
import { useState } from 'react';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type EnvFacts, type EnvTool, envBlock, envTools } from './env-blocks.ts';
import styles from './game-settings.module.css';

/** A token that was just made stands in it; otherwise its place is marked. */
export function EnvView({ facts }: { facts: EnvFacts }) {
  const [tool, setTool] = useState<EnvTool>('bash');
  const text = envBlock(tool, facts);
  return (
    <div className={styles.env}>
      <div className={styles.envBar}>
        <Segmented label={t('Tool')} value={tool} options={envTools} onValue={setTool} />
        <span className={shared.grow} />
        <CopyButton text={text} label={t('Copy the block')} />
      </div>
      <pre className={classNames(shared.mono, shared.selectable)} role="group" aria-label={t('Settings for the tool')}>
        {text}
      </pre>
    </div>
  );
}
