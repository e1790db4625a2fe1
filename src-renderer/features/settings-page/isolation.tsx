// What servers of Local see of this machine.
import { useEffect, useState } from 'react';
import type { IsolationView } from '../../../src-shared/host/bridge.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { readIsolation } from '../host/host-actions.ts';
import { Setting } from '../settings/setting.tsx';

export function Isolation() {
  const [isolation, setIsolation] = useState<IsolationView>();
  useEffect(() => readIsolation(setIsolation), []);
  return (
    <Setting
      title={t('Isolation of servers')}
      more={
        <p className={isolation?.isIsolated === false ? shared.wait : undefined}>{translate(isolation?.sentence)}</p>
      }
    >
      {null}
    </Setting>
  );
}
