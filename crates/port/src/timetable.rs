//! Schedules' environment: the local clock, and the alarm.

/// The local clock where the browser is.
pub trait Zone {
    /// Its offset from UTC at a moment, in minutes; the moment in milliseconds since 1970.
    fn lead_minutes(&self, at: f64) -> i32;
}

/// Schedules' environment.
pub trait Timetable: Zone {
    /// Wakes the worker at that time, in milliseconds since 1970, replacing any earlier request; none: cancels it.
    fn wake(&self, at: Option<f64>);
}
