import { createContext, use, useLayoutEffect, useState, type ReactNode } from 'react';

export type Mode = 'light' | 'dark';

const ModeContext = createContext<Mode>('light');
export const InMode = ({ mode, children }: { mode: Mode; children: ReactNode }) => (
  <ModeContext value={mode}>{children}</ModeContext>
);

/** For what draws its colours itself; style sheets know by themselves. */
export const useMode = (): Mode => use(ModeContext);

/** As the reader's system has it until they choose, for as long as the tab is open. */
export function useChosenMode(): [Mode, () => void] {
  const [mode, setMode] = useState<Mode>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  // Before what draws by it draws.
  useLayoutEffect(() => {
    document.documentElement.dataset['mode'] = mode;
  }, [mode]);
  return [mode, () => setMode((now) => (now === 'dark' ? 'light' : 'dark'))];
}
