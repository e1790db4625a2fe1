// German for groups.
import type { Catalogue } from '../catalogue.ts';

export const groups: Catalogue = {
  'The payment failed on {day}, and none has succeeded since. Check the payment method.':
    'Die Zahlung am {day} ist fehlgeschlagen, und seitdem hat keine geklappt. Sieh dir die Zahlungsart an.',
  'A payment failed on {day}. A later one succeeded.':
    'Eine Zahlung am {day} ist fehlgeschlagen. Eine spätere hat geklappt.',
  'The last payment succeeded on {day}.': 'Die letzte Zahlung am {day} hat geklappt.',
  'The payment method was confirmed on {day}.': 'Die Zahlungsart wurde am {day} bestätigt.',
  'A payment method was added on {day}, and is not checked yet.':
    'Am {day} wurde eine Zahlungsart hinzugefügt, sie ist noch nicht geprüft.',
  'The payment method was added on {day}.': 'Die Zahlungsart wurde am {day} hinzugefügt.',
  'This group has no billing: nothing was set up, and nothing is owed.':
    'Diese Gruppe hat keine Abrechnung: Nichts wurde eingerichtet, und nichts ist offen.',
  'No billing': 'Keine Abrechnung',
  'Method added, not checked': 'Zahlungsart hinzugefügt, nicht geprüft',
  Paid: 'Bezahlt',
  'Payment failed': 'Zahlung fehlgeschlagen',
  'Paid after a failure': 'Bezahlt nach einem Fehlschlag',
  'This instance does not report its name.': 'Diese Instanz nennt ihren Namen nicht.',
  'The group could not be read': 'Die Gruppe konnte nicht gelesen werden',
  Billing: 'Abrechnung',
  'As of {clock}.': 'Stand {clock}.',
  Payments: 'Zahlungen',
  'Local has no real billing. Choose a state to test how your tools handle it.':
    'Local hat keine echte Abrechnung. Wähle einen Zustand, um zu prüfen, wie deine Werkzeuge damit umgehen.',
  'The billing was not changed': 'Die Abrechnung wurde nicht geändert',
  'This group has no games.': 'Diese Gruppe hat keine Spiele.',
};
