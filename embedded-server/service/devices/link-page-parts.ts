// The style and the script of the page that a device link opens.

/** The colors of the window, in both themes. */
export const pageStyle = `:root { color-scheme: light dark; --bg: #f4f6f7; --plate: #fff; --ink: #12191f; --meta: #596670; --line: #c9d1d6; --signal: #cc4407; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #12181d; --plate: #1b2329; --ink: #e9eef1; --meta: #939fa9; --line: #3a464f; --signal: #ff7a33; --on: #12191f; }
}
body { margin: 0; background: var(--bg); color: var(--ink); font: 0.9375rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 10vh auto; padding: 1.5rem; background: var(--plate); border: 1px solid var(--line); border-radius: 8px; }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; }
dt { color: var(--meta); }
dd { margin: 0; overflow-wrap: anywhere; }
.code { font: 1.125rem ui-monospace, monospace; }
label { display: block; margin-top: 0.75rem; }
input, select { display: block; box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.4rem; font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--line); border-radius: 5px; }
.actions { display: flex; gap: 0.5rem; margin-top: 1rem; }
button { padding: 0.4rem 0.9rem; font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 5px; }
button[type='submit'] { color: var(--on); background: var(--signal); border-color: var(--signal); }
button:disabled { opacity: 0.5; }
:focus-visible { outline: 2px solid var(--signal); outline-offset: 1px; }
`;

export const pageScript = `'use strict';
const form = document.getElementById('link');
if (form) {
  const [owner, game, yes, no, said] = ['owner', 'game', 'yes', 'no', 'said'].map((id) => document.getElementById(id));
  const call = async (path, body) => {
    const headers = { authorization: 'Bearer ' + owner.value.trim() };
    if (body) headers['content-type'] = 'application/json';
    const answer = await fetch(path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
    const data = await answer.json();
    if (!answer.ok) throw new Error(data.message);
    return data;
  };
  const attempt = async (work) => {
    try {
      await work();
    } catch (thrown) {
      said.textContent = thrown.message;
    }
  };
  const setReady = (isReady) => {
    for (const each of [game, yes, no]) each.disabled = !isReady;
  };
  owner.addEventListener('change', () => attempt(async () => {
    setReady(false);
    said.textContent = '';
    const { games } = await call('/cloud/games');
    game.replaceChildren(...games.map(({ game_id: id, display_name: name }) => new Option(name, id)));
    if (games.length === 0) throw new Error('There is no game yet. Create one first.');
    setReady(true);
  }));
  const end = (sentence) => {
    form.remove();
    said.textContent = sentence;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(async () => {
      const name = game.selectedOptions[0].textContent;
      await call('/cloud/devices/links/complete', { device_link_token: form.dataset.token, game_id: game.value });
      end('The device is linked to ' + name + '. You can close this page.');
    });
  });
  no.addEventListener('click', () => attempt(async () => {
    await call('/cloud/devices/links/refuse', { device_link_token: form.dataset.token });
    end('The device was refused. You can close this page.');
  }));
}
`;
