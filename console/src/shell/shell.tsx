import { Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useIdentity } from '~/api/access';
import { end } from '~/api/session';
import icon from '~/icon.svg';
import { InMode, useChosenMode } from '~/parts/mode';
import { InZone, ownZone, type Zone } from '~/parts/time';
import { PlaceOfUser } from './place-of-user';
import { places } from './places';
import { Search } from './search';
import { StandingLine } from './standing-line';
import { ErrorScreen } from './error-screen';

/** What is around every screen. */
export function Shell() {
  const { permissions } = useIdentity();
  const [zone, setZone] = useState<Zone>('UTC');
  const [mode, changeMode] = useChosenMode();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useFocusOnNewScreen(pathname);
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <InZone zone={zone}>
      <div className="shell">
        <header>
          <button
            type="button"
            className="menu-button plain"
            aria-expanded={isMenuOpen}
            aria-controls="places"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            Menu
          </button>
          <NavLink to="/" className="brand">
            <img src={icon} alt="" />
            Console
          </NavLink>
          <PlaceOfUser />
          <Search />
          <button
            type="button"
            className="plain small"
            title={`Times in ${zone === 'UTC' ? ownZone : 'UTC'}`}
            onClick={() => setZone(zone === 'UTC' ? 'OWN' : 'UTC')}
          >
            {zone === 'UTC' ? 'UTC' : ownZone}
          </button>
          <button type="button" className="plain small" onClick={changeMode}>
            {mode === 'dark' ? 'Light' : 'Dark'}
          </button>
          <button type="button" className="plain small" onClick={() => end()}>
            Sign out
          </button>
        </header>
        <StandingLine />
        <nav id="places" className={isMenuOpen ? 'open' : undefined} aria-label="Places">
          {places.map(([room, all]) => {
            const open = all.filter(({ needs }) => permissions.includes(needs));
            return (
              open.length > 0 && (
                <div key={room}>
                  {room && <h2>{room}</h2>}
                  {open.map(({ to, label }) => (
                    <NavLink key={to} to={to} end={to === '/'}>
                      {label}
                    </NavLink>
                  ))}
                </div>
              )
            );
          })}
        </nav>
        <main ref={main} tabIndex={-1}>
          <InMode mode={mode}>
            <ErrorScreen key={pathname}>
              <Suspense fallback={<p className="soft waiting">Loading …</p>}>
                <Outlet />
              </Suspense>
            </ErrorScreen>
          </InMode>
        </main>
      </div>
    </InZone>
  );
}

/** Who reads by ear or keyboard is led to the new screen; the first one is left as the browser has it. */
function useFocusOnNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
