// Schemas of plain data for problem files: each checks a value, returns a copy with known keys only, and reports every
// mistake with its path. Strict: unknown keys are mistakes, numbers are finite.

export type Key = string | number;

export interface Issue {
  readonly kind: 'value' | 'unknown keys' | 'no alternative';
  readonly path: readonly Key[];
  readonly message: string;
  /** Of 'unknown keys': their names. */
  readonly keys: readonly string[];
  /** Of 'no alternative': the issues of each. */
  readonly alternatives: readonly (readonly Issue[])[];
  /** True for a wrong type; false where the type is right and a further check fails, or where keys are unknown. */
  readonly isFatal: boolean;
}

type Result<T> =
  | { readonly value: T; readonly issues: readonly [] }
  | { readonly issues: readonly Issue[]; readonly value?: undefined };

const issue = (message: string, more: Partial<Issue> = {}): Issue => ({
  ...{ kind: 'value', path: [], message, keys: [], alternatives: [], isFatal: true },
  ...more,
});

/** “array”, “null”, “NaN”, … : the names in messages. */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}

const expected = (wanted: string, value: unknown, message?: string) =>
  issue(message ?? `expected ${wanted}, received ${typeName(value)}`);

const below = (key: Key, issues: readonly Issue[]): Issue[] =>
  issues.map(inner => ({ ...inner, path: [key, ...inner.path] }));

interface Check<T> {
  holds(value: T): boolean;
  readonly message: string;
}

export abstract class Schema<T> {
  private checks: readonly Check<T>[] = [];

  /** Reads the value by its type only, before the checks. */
  protected abstract read(value: unknown): Result<T>;

  parse(value: unknown): Result<T> {
    const result = this.read(value);
    if (result.value === undefined) return result;
    const known = result.value;
    const failed = this.checks.filter(check => !check.holds(known));
    return failed.length === 0
      ? result
      : { issues: failed.map(({ message }) => issue(message, { isFatal: false })) };
  }

  /** The same schema with an additional check. */
  refine(holds: (value: T) => boolean, message: string): this {
    const copy = Object.create(this) as this;
    copy.checks = [...this.checks, { holds, message }];
    return copy;
  }

  optional(): Optional<T> {
    return new Optional(this);
  }

  nullable(): Nullable<T> {
    return new Nullable(this);
  }
}

/** The plain data that a schema describes. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

export class Optional<T> extends Schema<T | undefined> {
  readonly inner: Schema<T>;
  constructor(inner: Schema<T>) {
    super();
    this.inner = inner;
  }
  protected read(value: unknown): Result<T | undefined> {
    return value === undefined ? { value: undefined, issues: [] } : this.inner.parse(value);
  }
}

export class Nullable<T> extends Schema<T | null> {
  readonly inner: Schema<T>;
  constructor(inner: Schema<T>) {
    super();
    this.inner = inner;
  }
  protected read(value: unknown): Result<T | null> {
    return value === null ? { value: null, issues: [] } : this.inner.parse(value);
  }
}

/** A value that a predicate accepts. */
class Simple<T> extends Schema<T> {
  private readonly accepts: (value: unknown) => value is T;
  private readonly wanted: string;
  private readonly message: string | undefined;
  constructor(accepts: (value: unknown) => value is T, wanted: string, message?: string) {
    super();
    this.accepts = accepts;
    this.wanted = wanted;
    this.message = message;
  }
  protected read(value: unknown): Result<T> {
    return this.accepts(value)
      ? { value, issues: [] }
      : { issues: [expected(this.wanted, value, this.message)] };
  }
}

class Whole extends Simple<number> {
  constructor(message?: string) {
    super((value): value is number => Number.isSafeInteger(value), 'whole', message);
  }
  positive(message: string): this {
    return this.refine(value => value > 0, message);
  }
  nonnegative(message = 'expected no negative number'): this {
    return this.refine(value => value >= 0, message);
  }
}

export class List<T> extends Schema<T[]> {
  readonly element: Schema<T>;
  constructor(element: Schema<T>) {
    super();
    this.element = element;
  }
  protected read(value: unknown): Result<T[]> {
    if (!Array.isArray(value)) return { issues: [expected('array', value)] };
    const results = value.map(inner => this.element.parse(inner));
    const issues = results.flatMap((result, i) => below(i, result.issues));
    return issues.length > 0 ? { issues } : { value: results.map(result => result.value as T), issues: [] };
  }
  length(least: number, message: string, most = least): this {
    return this.refine(({ length }) => length >= least && length <= most, message);
  }
}

const isKeyed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A map with arbitrary names as keys and values of one schema. */
export class Names<T> extends Schema<Record<string, T>> {
  readonly element: Schema<T>;
  private readonly message: string | undefined;
  constructor(element: Schema<T>, message?: string) {
    super();
    this.element = element;
    this.message = message;
  }
  protected read(value: unknown): Result<Record<string, T>> {
    if (!isKeyed(value)) return { issues: [expected('record', value, this.message)] };
    const results = Object.entries(value).map(([key, inner]) => ({ key, ...this.element.parse(inner) }));
    const issues = results.flatMap(({ key, issues }) => below(key, issues));
    if (issues.length > 0) return { issues };
    return { value: Object.fromEntries(results.map(({ key, value }) => [key, value as T])), issues: [] };
  }
}

export type Shape = Readonly<Record<string, Schema<unknown>>>;

type OptionalKeys<S extends Shape> = {
  [K in keyof S]: undefined extends Infer<S[K]> ? K : never;
}[keyof S];

/** Keys of the shape; those that may be missing are optional. */
export type Fields<S extends Shape> = { [K in Exclude<keyof S, OptionalKeys<S>>]: Infer<S[K]> } & {
  [K in OptionalKeys<S>]?: Infer<S[K]>;
} extends infer F
  ? { [K in keyof F]: F[K] }
  : never;

/** An object with these keys only. */
export class Strict<S extends Shape> extends Schema<Fields<S>> {
  readonly shape: S;
  constructor(shape: S) {
    super();
    this.shape = shape;
  }
  protected read(value: unknown): Result<Fields<S>> {
    if (!isKeyed(value)) return { issues: [expected('object', value)] };
    const results = Object.entries(this.shape).map(([key, schema]) => {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      return { key, ...schema.parse(given) };
    });
    const unknown = Object.keys(value).filter(key => !Object.hasOwn(this.shape, key));
    const issues = results.flatMap(({ key, issues }) => below(key, issues));
    if (unknown.length > 0)
      issues.push(issue('unknown keys', { kind: 'unknown keys', keys: unknown, isFatal: false }));
    if (issues.length > 0) return { issues };
    const given = results.filter(({ value }) => value !== undefined);
    return {
      value: Object.fromEntries(given.map(({ key, value }) => [key, value])) as Fields<S>,
      issues: [],
    };
  }
}

type Alternatives = readonly Schema<unknown>[];

export class Union<S extends Alternatives> extends Schema<Infer<S[number]>> {
  readonly options: S;
  private readonly message: string | undefined;
  constructor(options: S, message?: string) {
    super();
    this.options = options;
    this.message = message;
  }
  protected read(value: unknown): Result<Infer<S[number]>> {
    const results = this.options.map(option => option.parse(value));
    const found = results.find(({ issues }) => issues.length === 0);
    if (found) return { value: found.value as Infer<S[number]>, issues: [] };
    // If the type is right for one alternative only, its issues are the relevant ones.
    const right = results.filter(({ issues }) => issues.every(({ isFatal }) => !isFatal));
    if (right.length === 1) return { issues: right[0].issues };
    const alternatives = results.map(({ issues }) => issues);
    return { issues: [issue(this.message ?? '', { kind: 'no alternative', alternatives })] };
  }
}

class Lazy<T> extends Schema<T> {
  private readonly of: () => Schema<T>;
  constructor(of: () => Schema<T>) {
    super();
    this.of = of;
  }
  protected read(value: unknown): Result<T> {
    return this.of().parse(value);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (value: unknown): value is T =>
    values.includes(value as T);

export const text = (): Schema<string> => new Simple(isText, 'string');
export const number = (): Schema<number> => new Simple(isNumber, 'number');
export const whole = (message?: string): Whole => new Whole(message);
export const anything = (): Schema<unknown> => new Simple((_value): _value is unknown => true, 'anything');
export const choice = <const T extends string>(values: readonly T[], message?: string): Schema<T> =>
  new Simple(oneOf(values), values.join(' or '), message);
export const list = <T>(element: Schema<T>): List<T> => new List(element);
export const names = <T>(element: Schema<T>, message?: string): Names<T> => new Names(element, message);
export const strict = <S extends Shape>(shape: S): Strict<S> => new Strict(shape);
export const either = <const S extends Alternatives>(options: S, message?: string): Union<S> =>
  new Union(options, message);
export const lazy = <T>(of: () => Schema<T>): Schema<T> => new Lazy(of);
