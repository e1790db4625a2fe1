// Which page the window shows, as the URL's hash says, and whether there is a page to go back or forward to.
import { create } from 'zustand';
import { hashOf, parseHash, type Route } from './routes.ts';

type RouteState = {
  route: Route;
  canBack: boolean;
  canForward: boolean;
  /** The game that was open last in this run, so that home leads back to it. */
  lastGame: { instance_id: string; game_id: string } | undefined;
};

/** The open page. */
export const useRoute = create<RouteState>(() => ({
  route: { page: 'home' },
  canBack: false,
  canForward: false,
  lastGame: undefined,
}));

/** Follows the URL until the answer is called. */
export function startRoutes(): () => void {
  const read = () => {
    // The link's token is no page; the session takes it away as soon as it is used.
    const route = parseHash(location.hash.startsWith('#token=') ? '' : location.hash);
    useRoute.setState((state) => ({
      route,
      // Browsers without the Navigation API cannot say; there both buttons stay usable.
      canBack: 'navigation' in window ? window.navigation.canGoBack : true,
      canForward: 'navigation' in window ? window.navigation.canGoForward : true,
      lastGame: route.page === 'game' ? { instance_id: route.instance_id, game_id: route.game_id } : state.lastGame,
    }));
  };
  read();
  window.addEventListener('hashchange', read);
  return () => window.removeEventListener('hashchange', read);
}

/** The open page where it is one of the game, else the game's first one: what a message about the game leads to. */
export function hashWithin({ instance_id, game_id }: { instance_id: string; game_id: string }): string {
  const { route } = useRoute.getState();
  const isOpen = route.page === 'game' && route.instance_id === instance_id && route.game_id === game_id;
  return hashOf(isOpen ? route : { page: 'game', instance_id, game_id });
}

/** Opens a page as a new step of the history. */
export function goTo(route: Route): void {
  location.hash = hashOf(route);
}

/** Opens a page in place of the open one, so that going back does not land on it again. */
export function replaceWith(route: Route): void {
  location.replace(hashOf(route));
}

/** One step back in the window's history. */
export function goBack(): void {
  history.back();
}

/** One step forward in the window's history. */
export function goForward(): void {
  history.forward();
}
