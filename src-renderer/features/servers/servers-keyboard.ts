// The keys of the servers' page: "/" goes to the search of the log, F follows it.

/** Listens until the answer is called. */
export function startServerKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
    const wanted = event.key === '/' ? '[data-search]' : event.key.toLowerCase() === 'f' ? '[data-follow]' : undefined;
    const element = wanted === undefined ? null : document.querySelector<HTMLElement>(`.servers ${wanted}`);
    if (element === null) return;
    event.preventDefault();
    if (event.key === '/') element.focus();
    else element.click();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
