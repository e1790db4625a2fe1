// German for what goes wrong between the window and the app.
import type { bridge as english } from '../en/bridge.ts';

export const bridge = {
  BRIDGE_CLOSED: 'Die Verbindung zur App ist zu Ende.',
  CANCELLED: 'Abgebrochen.',
  ERROR: 'Hier ist Slipway gescheitert. Das Protokoll hat die Einzelheiten unter dieser Ray-ID.',
  'bridge.no-call': 'Die App hat keinen Aufruf namens „{name}“.',
  'bridge.no-topic': 'Die App hat kein Thema namens „{name}“.',
  'bridge.input-unreadable': 'Die App kann nicht lesen, was „{name}“ bekam.',
  'bridge.failed-silently': 'Die andere Seite ist gescheitert, ohne zu sagen woran.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
