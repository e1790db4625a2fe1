// German for what goes wrong between the window and the app, and for what the window finds wrong itself.
import type { bridge as english } from '../en/bridge.ts';

export const bridge = {
  BRIDGE_CLOSED: 'Die Verbindung zur App ist zu Ende.',
  BRIDGE_UNANSWERED: 'Die Verbindung zur App endete, bevor sie geantwortet hat.',
  CANCELLED: 'Abgebrochen.',
  ERROR: 'Hier ist Slipway gescheitert. Das Protokoll hat die Einzelheiten unter dieser Ray-ID.',
  'bridge.no-call': 'Die App hat keinen Aufruf namens „{name}“.',
  'bridge.no-topic': 'Die App hat kein Thema namens „{name}“.',
  'bridge.input-unreadable': 'Die App kann nicht lesen, was „{name}“ bekam.',
  'bridge.failed-silently': 'Die andere Seite ist gescheitert, ohne zu sagen woran.',
  'client-command.empty': 'Gib ein Programm mit seinen Argumenten oder eine Webadresse ein.',
  'client-command.unknown-place': '{unknown} bedeutet hier nichts. Möglich sind {places}.',
  'client-command.open-quote': 'Ein Anführungszeichen wird geöffnet und nie geschlossen.',
  'client-command.no-program': 'Das Programm hat keinen Namen.',
  'client-command.no-address': 'Das ist keine Webadresse, die sich öffnen lässt.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
