import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

/** A window above the screen: Escape and a click beside it close it, and the focus goes back to where it was. */
export function Window({
  title,
  isOpen,
  onClose,
  isWide = false,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={isWide ? 'dialog wide' : 'dialog'}>
          <div className="stack">
            <div className="row apart">
              <Dialog.Title render={<h2 />}>{title}</Dialog.Title>
              <Dialog.Close render={<button type="button" className="plain" aria-label="Close" />}>
                ✕
              </Dialog.Close>
            </div>
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
