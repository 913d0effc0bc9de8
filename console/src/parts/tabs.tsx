import { NavLink } from 'react-router';

/** Parts of a screen, each with an address of its own. */
export function Tabs({ name, of }: { name: string; of: readonly (readonly [to: string, label: string])[] }) {
  return (
    <nav className="tabs" aria-label={name}>
      {of.map(([to, label]) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
