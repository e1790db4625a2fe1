// Starts the window: draws it, then connects it to the core. The styles are linked by index.html.
// oxlint-disable-next-line import/no-unassigned-import -- shared styles come before those of components
import './ui/shared-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Root } from './app/root.tsx';
import { connect } from './bridge/connect.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no place to draw the window in.');
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
connect();
