//! Headers that every answer has, and requests that no handler needs to see.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::refusal::Refusal;

/// The longest path with its parameters, in bytes.
const LONGEST_PATH: usize = 16 << 10;

/// Nothing of another site is loaded, run or framed. Pictures in style sheets may be written into them.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'",
);

const ANY: HeaderValue = HeaderValue::from_static("*");

/// Lets programs of any site read what can be got, and keeps browsers from guessing.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    if request.uri().to_string().len() > LONGEST_PATH {
        let what =
            format!("the address is longer than {LONGEST_PATH} bytes (shorten its parameters)");
        return Refusal::new(StatusCode::URI_TOO_LONG, what).into_response();
    }
    if is_preflight(&method, request.headers()) {
        let headers = [
            (header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY),
            (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD")),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, ANY),
            (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")),
        ];
        return (StatusCode::NO_CONTENT, headers).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if method == Method::GET || method == Method::HEAD {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY);
    }
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    let plain = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in plain {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A browser that asks whether it may ask.
fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}
