import { useEffect, type ReactNode } from 'react';

/** The head of a screen: its name, which is that of the tab too, and what can be done here. */
export function PageHead({
  title,
  about,
  badge,
  children,
}: {
  title: string;
  about?: ReactNode;
  badge?: ReactNode;
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <div className="row apart">
      <div className="stack tight">
        <div className="row">
          <h1>{title}</h1>
          {badge}
        </div>
        {about && <p className="soft">{about}</p>}
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  );
}

export const Screen = ({ children }: { children: ReactNode }) => <div className="stack">{children}</div>;

export const Section = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <section className="stack tight" aria-label={title}>
    <div className="row apart">
      <h2>{title}</h2>
      {actions && <div className="row">{actions}</div>}
    </div>
    {children}
  </section>
);

/** Nothing is here yet: what to do next. */
export const Empty = ({ children }: { children: ReactNode }) => <div className="empty">{children}</div>;

/** Names and what they are. What is undefined is left out. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {of
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? <span className="soft">–</span> : value}</dd>
        </div>
      ))}
  </dl>
);
