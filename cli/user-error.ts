// An error of the user's input: printed as a message without a stack trace.

export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}
