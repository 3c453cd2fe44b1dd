/** Operators may read and change everything; viewers may only read. */
export type Role = 'operator' | 'viewer';

/** The group of the user pool whose members are operators; all other users are viewers. */
export const OPERATORS_GROUP = 'operators';

export interface Session {
  /** Name of the user. */
  operator: string;
  /** Viewers get 403 `not_permitted` for all methods other than `GET`, except for their own keyword lists. */
  role: Role;
}

/** `GET /back-office/config.json`, public: where and how to sign in. */
export interface SignInConfig {
  /** OpenID issuer, which has a discovery document. */
  issuer: string;
  client_id: string;
  scope: string;
  /** Logout URL of the sign-in server, if its discovery document contains none (Cognito's does not). */
  logout_url: string | null;
}
