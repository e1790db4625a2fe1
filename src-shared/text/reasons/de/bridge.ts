// German for what goes wrong between the window and the app.
import type { bridge as english } from '../en/bridge.ts';

export const bridge = {
  'bridge.no-call': 'Die App hat keinen Aufruf namens „{name}“.',
  'bridge.no-topic': 'Die App hat kein Thema namens „{name}“.',
  'bridge.input-unreadable': 'Die App kann nicht lesen, was „{name}“ bekam.',
  'bridge.failed-silently': 'Die andere Seite ist gescheitert, ohne zu sagen woran.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
