// A mistake of the user's: shown as a plain message, never with a stack.

export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}
