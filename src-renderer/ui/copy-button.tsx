// Copies a text whole. A tick stands for 1.2 s, and screen readers are told.
import { useEffect, useState } from 'react';
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { t } from '../text/t.ts';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import { copyText } from './copy-text.ts';
import { Tooltip } from './tooltip.tsx';

const SHOWN_MS = 1_200;

/** `label` says what is copied: "Copy game id". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  useEffect(() => {
    const timer = copied === 'no' ? undefined : setTimeout(() => setCopied('no'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => setCopied((await copyText(text)) ? 'yes' : 'failed');
  const message = { no: label, yes: t('Copied'), failed: t('The system did not allow copying') }[copied];
  return (
    <>
      <Tooltip text={message}>
        <button
          type="button"
          data-slot="tiny-button"
          className={classNames(shared.hitArea, buttonStyles.tiny)}
          aria-label={label}
          data-copied={copied === 'yes' ? '' : undefined}
          onClick={() => void copy()}
        >
          <Icon name={copied === 'yes' ? 'tick' : 'copy'} size={12} />
        </button>
      </Tooltip>
      <span className={shared.visuallyHidden} role="status">
        {copied === 'no' ? '' : message}
      </span>
    </>
  );
}
