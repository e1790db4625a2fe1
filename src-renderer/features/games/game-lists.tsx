// What runs where, and which versions there are, as two plain lists.
import type { GameView } from '../../../src-shared/games/bridge.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateWords, shortId } from '../../ui/words.ts';
import { namespaceLines, versionLines } from './games-selectors.ts';

type Props = { game: NonNullable<GameView['game']> };

/** The namespaces, each with the version it runs. */
export function NamespaceTable({ game }: Props) {
  const lines = namespaceLines(game);
  return (
    <section className="game-part" aria-labelledby="namespaces-title">
      <div className="board-bar">
        <h2 className="h-sec" id="namespaces-title">
          Namespaces
        </h2>
        <span className="dim small tn">{lines.length}</span>
      </div>
      <div className="plate-list">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Version</th>
              <th scope="col">Id</th>
              <th scope="col" className="num">
                Made
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">{line.name}</th>
                <td className="version">{line.version}</td>
                <td>
                  <span className="ids">
                    <span className="mono">{shortId(line.id)}</span>
                    <CopyButton text={line.id} label={`Copy the id of ${line.name}`} />
                  </span>
                </td>
                <td className="num faint">{dateWords(line.since)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {lines.length === 0 && <p className="list-empty">This game has no namespaces.</p>}
      </div>
    </section>
  );
}

/** The versions, newest first, each with the namespaces that run it. */
export function VersionList({ game }: Props) {
  const lines = versionLines(game);
  return (
    <section className="game-part" aria-labelledby="versions-title">
      <div className="board-bar">
        <h2 className="h-sec" id="versions-title">
          Versions
        </h2>
        <span className="dim small tn">{lines.length}</span>
      </div>
      <ul className="plate-list">
        {lines.map((line) => (
          <li key={line.id} className="vrow">
            <b className="grow cut selectable">{line.name}</b>
            <span className="where">
              {line.runsOn.map((name) => (
                <span key={name} className="tag">
                  {name}
                </span>
              ))}
            </span>
            <small>{dateWords(line.made)}</small>
          </li>
        ))}
        {lines.length === 0 && <li className="list-empty">No versions yet.</li>}
      </ul>
    </section>
  );
}
