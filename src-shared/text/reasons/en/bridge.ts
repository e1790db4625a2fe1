// English for what goes wrong between the window and the app, and for what the window finds wrong itself. The window has this part
// of the table alone.

/** The codes without a better reason that the window gives as well. */
export type BridgeCode = 'BRIDGE_CLOSED' | 'BRIDGE_UNANSWERED' | 'CANCELLED' | 'ERROR';

export const bridge = () =>
  ({
    BRIDGE_CLOSED: 'The connection to the app ended.',
    BRIDGE_UNANSWERED: 'The connection to the app ended before it answered.',
    CANCELLED: 'Cancelled.',
    ERROR: 'Slipway failed here. The log has the details under this ray id.',
    'bridge.no-call': 'The app has no call named "{name}".',
    'bridge.no-topic': 'The app has no topic named "{name}".',
    'bridge.input-unreadable': 'The app cannot read what "{name}" was given.',
    'bridge.failed-silently': 'The other side failed without saying how.',
    'client-command.empty': 'Type a program with its arguments, or a web address.',
    'client-command.unknown-place': '{unknown} means nothing here. You can use {places}.',
    'client-command.open-quote': 'A quote is never closed.',
    'client-command.no-program': 'The program has no name.',
    'client-command.no-address': 'This is not a web address that can be opened.',
  }) as const satisfies Record<BridgeCode, string> & Record<string, string>;
