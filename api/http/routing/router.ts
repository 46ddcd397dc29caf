/** Finds the route of a request in a tree of path segments, so that the cost does not grow with the number of routes. */

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  parameter: Node<T> | null;
  /** Routes that end here, by upper-case method. */
  readonly rows: Map<string, { readonly target: T; readonly names: readonly string[] }>;
}

export interface Match<T> {
  readonly target: T;
  readonly names: readonly string[];
  readonly values: readonly string[];
}

export interface Router<T> {
  addRoute(method: string, path: string, target: T): void;
  /** The route; or the allowed methods if this one is not supported; or null for an unknown path. */
  findRoute(method: string, path: string): Match<T> | { readonly allowed: readonly string[] } | null;
}

export function createRouter<T>(): Router<T> {
  const root = createNode<T>();
  return {
    addRoute(method, path, target) {
      const names: string[] = [];
      let node = root;
      for (const segment of splitSegments(path)) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name !== undefined) {
          names.push(name);
          node = node.parameter ??= createNode<T>();
        } else {
          if (/[{}]/.test(segment)) throw new Error(`A parameter must be a whole path segment in ${path}`);
          node = getOrCreateChild(node, segment);
        }
      }
      if (node.rows.has(method)) throw new Error(`${method} ${path} is declared twice`);
      node.rows.set(method, { target, names });
    },
    findRoute(method, path) {
      const values: string[] = [];
      const node = findNode(root, splitSegments(path), 0, values);
      if (node === null) return null;
      const row = node.rows.get(method) ?? (method === 'HEAD' ? node.rows.get('GET') : undefined);
      return row ? { target: row.target, names: row.names, values } : { allowed: listAllowedMethods(node) };
    },
  };
}

const createNode = <T>(): Node<T> => ({ fixed: new Map(), parameter: null, rows: new Map() });

function getOrCreateChild<T>(node: Node<T>, segment: string): Node<T> {
  let child = node.fixed.get(segment);
  if (child === undefined) {
    child = createNode<T>();
    node.fixed.set(segment, child);
  }
  return child;
}

function splitSegments(path: string): string[] {
  return path === '/' ? [] : path.split('/').slice(1);
}

/** A fixed segment takes precedence over a parameter, which is tried if the fixed one leads nowhere. */
function findNode<T>(node: Node<T>, segments: readonly string[], index: number, values: string[]): Node<T> | null {
  const segment = segments[index];
  if (segment === undefined) return node.rows.size > 0 ? node : null;
  const fixed = node.fixed.get(segment);
  if (fixed !== undefined) {
    const found = findNode(fixed, segments, index + 1, values);
    if (found !== null) return found;
  }
  if (node.parameter === null || segment === '') return null;
  const value = decodeSegment(segment);
  if (value === null) return null;
  const length = values.length;
  values.push(value);
  const found = findNode(node.parameter, segments, index + 1, values);
  if (found === null) values.length = length;
  return found;
}

function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function listAllowedMethods<T>(node: Node<T>): string[] {
  const methods = [...node.rows.keys()];
  if (methods.includes('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].sort();
}
