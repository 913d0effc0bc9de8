import { useEffect, useState } from 'react';

export type Mode = 'light' | 'dark';

/** As the reader's system has it until they choose, for as long as the tab is open. */
export function useMode(): [Mode, () => void] {
  const [mode, setMode] = useState<Mode>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  useEffect(() => {
    document.documentElement.dataset['mode'] = mode;
  }, [mode]);
  return [mode, () => setMode((now) => (now === 'dark' ? 'light' : 'dark'))];
}
