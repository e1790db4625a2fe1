// English for what goes wrong between the window and the app.

export const bridge = () =>
  ({
    'bridge.no-call': 'The app has no call named "{name}".',
    'bridge.no-topic': 'The app has no topic named "{name}".',
    'bridge.input-unreadable': 'The app cannot read what "{name}" was given.',
    'bridge.failed-silently': 'The other side failed without saying how.',
  }) as const;
