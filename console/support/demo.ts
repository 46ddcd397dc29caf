import { createContext } from 'preact';

/** Whether the opened company file is one of the demo, where nothing has an effect outside. */
export const DemoContext = createContext(false);
