// Loads the shared styles before those of components, in the order in which they build on each other: of two rules of equal weight,
// the later one wins, so what a feature says of a shared part must come after.
/* oxlint-disable import/no-unassigned-import -- only their order counts here */
import '../design/shared.module.css';
import '../design/icons.module.css';
import '../design/state-glyph.module.css';
import './button.module.css';
import './field.module.css';
import './tag.module.css';
import './state-label.module.css';
import './kbd.module.css';
import './progress.module.css';
import './segmented.module.css';
import './switch.module.css';
import './select.module.css';
import './slider.module.css';
import './dialog.module.css';
import './menu.module.css';
import './tooltip.module.css';
import './notices/toasts.module.css';
import './inline-error.module.css';
import './banner.module.css';
import './dropzone.module.css';
import './table/table.module.css';
import './list-page.module.css';
import './plate.module.css';
import './sheet.module.css';
import './sheet-facts.module.css';
import './pane.module.css';
import './settings-page.module.css';
import './sidebar.module.css';
