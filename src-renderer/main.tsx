// Starts the window: draws it, then connects it to the core.
import './app/no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Root } from './app/root.tsx';
import { connect } from './bridge/connect.ts';
import './design/index.css';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no place to draw the window in.');
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
connect();
