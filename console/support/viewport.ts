import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Visible height of the rows, and whether the page is being printed. */
export function useViewport(box: RefObject<HTMLDivElement | null>): {
  readonly height: number;
  readonly isPrinting: boolean;
} {
  const [height, setHeight] = useState(480);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const measure = (): void => setHeight(box.current?.clientHeight ?? 480);
    const onPrint = (): void => setPrinting(true);
    const onPrinted = (): void => setPrinting(false);
    measure();
    addEventListener('resize', measure);
    addEventListener('beforeprint', onPrint);
    addEventListener('afterprint', onPrinted);
    return () => {
      removeEventListener('resize', measure);
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrinted);
    };
  }, []);
  return { height, isPrinting };
}
