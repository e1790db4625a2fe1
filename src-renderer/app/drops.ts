// What is dropped on the window must never replace its page. Until builds can be sent, a drop says so.
import { say } from '../ui/notices/notices-actions.ts';

/** Takes drops until the answer is called. */
export function startDrops(): () => void {
  // Only what is taken over can be dropped, and only what is dropped can be answered.
  const over = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
  };
  const drop = (event: DragEvent) => {
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

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
