import { Navigate, type Params, useLocation, useParams } from 'react-router';

/** Redirects an old address to the new one, with its query string. */
export function KeepQuery({ to }: { to: (params: Params) => string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: to(useParams()), search }} replace />;
}
