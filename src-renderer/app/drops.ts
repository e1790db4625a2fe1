// What is dropped on the window must never replace its page. Until builds can be sent, a drop says so.
import { say } from '../ui/notices/notices-actions.ts';

/** Takes drops until the answer is called. */
export function startDrops(): () => void {
  // Only what is taken over can be dropped, and only what is dropped can be answered.
  const over = (event: DragEvent) => {
    // What the page itself takes, a row that is moved in a list say, is its own business.
    if (isText(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = carriesFiles(event) ? 'copy' : 'none';
  };
  const drop = (event: DragEvent) => {
    if (isText(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (!carriesFiles(event)) return;
    say({
      state: 'notice',
      title: 'Builds can not be uploaded in this version yet',
      detail: 'What you dropped was not read and stays where it is.',
    });
  };
  window.addEventListener('dragover', over);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('drop', drop);
  };
}

/** A version on its way to a lane carries this kind. Text dropped on a text field is the field's own business. */
const WITHIN = 'application/vnd.pdnd';

function isText(event: DragEvent): boolean {
  if (event.dataTransfer?.types.includes(WITHIN) === true) return true;
  const inField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
  return inField && !carriesFiles(event);
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
