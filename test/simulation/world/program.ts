import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script, constants } from 'node:vm';

/**
 * The bundle of the service and of the simulation itself. It is compiled once and evaluated anew for every simulated
 * process, so that processes share no memory.
 */
export interface Program<Exports> {
  evaluate(): Exports;
  /** Keeps the compiled code for later episodes. */
  saveCompiled(): void;
}

export function loadProgram<Exports>(path: string): Program<Exports> {
  const compiled = `${path}.compiled`;
  const hasCompiled = existsSync(compiled);
  const script = new Script(`(function (exports, require, module) {${readFileSync(path, 'utf8')}\n})`, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(hasCompiled && { cachedData: readFileSync(compiled) }),
  });
  type Wrapper = (exports: object, require: NodeJS.Require, module: { exports: object }) => void;
  const wrapper = script.runInThisContext() as Wrapper;
  const require = createRequire(path);
  return {
    evaluate() {
      const module = { exports: {} };
      wrapper(module.exports, require, module);
      return module.exports as Exports;
    },
    saveCompiled() {
      if (!hasCompiled) writeFileSync(compiled, script.createCachedData());
    },
  };
}
